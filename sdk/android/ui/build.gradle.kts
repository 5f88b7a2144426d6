plugins {
    id("com.android.library")
    `maven-publish`
    signing
}

android {
    namespace = "io.github.bankside.ui"
    compileSdk = 35
    defaultConfig { minSdk = 23 }
    compileOptions {
        sourceCompatibility = JavaVersion.VERSION_11
        targetCompatibility = JavaVersion.VERSION_11
    }
    publishing {
        singleVariant("release") {
            withSourcesJar()
            withJavadocJar()
        }
    }
}

dependencies {
    api(project(":core"))
    implementation("androidx.annotation:annotation:1.9.1")
    implementation("androidx.browser:browser:1.8.0")
    // The contract is the way in.
    api("androidx.activity:activity:1.9.3")
}

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
        register<MavenPublication>("release") {
            artifactId = "bankside-ui"
            afterEvaluate { from(components["release"]) }
            pom {
                name = "Bankside UI"
                description = "Pay by bank from an Android app: shows a Bankside payment"
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
