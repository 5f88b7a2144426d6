plugins { id("com.android.application") }

android {
    namespace = "io.github.bankside.example"
    compileSdk = 35
    defaultConfig {
        applicationId = "io.github.bankside.example"
        minSdk = 23
        targetSdk = 35
        versionName = "0.1.0"
        manifestPlaceholders["banksideScheme"] = "bankside-example"
    }
    compileOptions {
        sourceCompatibility = JavaVersion.VERSION_11
        targetCompatibility = JavaVersion.VERSION_11
    }
}

dependencies {
    implementation(project(":ui"))
    implementation("androidx.annotation:annotation:1.9.1")
}
