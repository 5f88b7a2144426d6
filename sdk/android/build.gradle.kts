plugins {
    id("com.android.library") version "8.7.3" apply false
    id("org.jetbrains.kotlin.jvm") version "2.1.0" apply false
}

allprojects {
    group = "io.github.bankside"
    version = "0.1.0"
}
