plugins {
    id("com.android.application") version "8.7.3" apply false
    id("com.android.library") version "8.7.3" apply false
    id("org.jetbrains.kotlin.jvm") version "2.0.21" apply false
}

allprojects {
    group = "io.github.bankside"
    version = "0.1.0"
}
