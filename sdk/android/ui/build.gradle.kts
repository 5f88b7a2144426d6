plugins {
    id("com.android.library")
    `maven-publish`
}

android {
    namespace = "io.github.bankside.ui"
    compileSdk = 35
    defaultConfig { minSdk = 23 }
    compileOptions {
        sourceCompatibility = JavaVersion.VERSION_11
        targetCompatibility = JavaVersion.VERSION_11
    }
    publishing { singleVariant("release") { withSourcesJar() } }
}

dependencies {
    api(project(":core"))
    implementation("androidx.annotation:annotation:1.9.1")
    implementation("androidx.browser:browser:1.8.0")
    // Apps that use the contract have it.
    compileOnly("androidx.activity:activity:1.9.3")
}

publishing {
    publications {
        register<MavenPublication>("release") {
            artifactId = "bankside-ui"
            afterEvaluate { from(components["release"]) }
        }
    }
}
