package android.content;

public interface SharedPreferences {
    String getString(String key, String otherwise);

    Editor edit();

    interface Editor {
        Editor putString(String key, String value);

        Editor clear();

        void apply();
    }
}
