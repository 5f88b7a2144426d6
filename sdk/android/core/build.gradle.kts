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
    compileOnlyApi("androidx.annotation:annotation:1.9.1")
    compileOnly(kotlin("stdlib"))
    testImplementation(kotlin("stdlib"))
    testImplementation("org.junit.jupiter:junit-jupiter:5.11.4")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

kotlin { compilerOptions { jvmTarget = org.jetbrains.kotlin.gradle.dsl.JvmTarget.JVM_11 } }

tasks.test { useJUnitPlatform() }

publishing {
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
                scm { url = "https://github.com/bankside/bankside" }
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
