plugins {
    `java-library`
    `maven-publish`
    signing
    id("org.jetbrains.kotlin.jvm")
}

java {
    sourceCompatibility = JavaVersion.VERSION_11
    targetCompatibility = JavaVersion.VERSION_11
    withSourcesJar()
    withJavadocJar()
}

dependencies {
    compileOnly("androidx.annotation:annotation:1.9.1")
    compileOnly(kotlin("stdlib"))
    testImplementation(kotlin("stdlib"))
    testImplementation("org.junit.jupiter:junit-jupiter:5.11.4")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

kotlin {
    compilerOptions {
        jvmTarget = org.jetbrains.kotlin.gradle.dsl.JvmTarget.JVM_11
        moduleName = "bankside-core"
    }
}

tasks.withType<JavaCompile> { options.release = 11 }

tasks.test { useJUnitPlatform() }

publishing {
    repositories {
        providers.gradleProperty("mavenUrl").orNull?.let { address ->
            maven {
                name = "maven"
                url = uri(address)
                credentials(PasswordCredentials::class)
            }
        }
    }
    publications {
        create<MavenPublication>("maven") {
            artifactId = "bankside-core"
            from(components["java"])
            pom {
                name = "Bankside core"
                description = "Pay by bank from an app: creates a Bankside transaction and reads how it ended"
                url = "https://github.com/bankside/bankside"
                licenses {
                    license {
                        name = "MIT"
                        url = "https://opensource.org/license/mit"
                    }
                }
                developers { developer { name = "the Bankside contributors" } }
                scm {
                    url = "https://github.com/bankside/bankside"
                    connection = "scm:git:https://github.com/bankside/bankside.git"
                }
            }
        }
    }
}

signing {
    isRequired = providers.environmentVariable("SIGNING_KEY").isPresent
    useInMemoryPgpKeys(
        providers.environmentVariable("SIGNING_KEY").orNull,
        providers.environmentVariable("SIGNING_PASSWORD").orNull
    )
    sign(publishing.publications)
}
