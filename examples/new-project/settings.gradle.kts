rootProject.name = "shop"
