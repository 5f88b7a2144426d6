package io.github.bankside;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** The files in {@code sdk/vectors}, or in the folder that {@code BANKSIDE_VECTORS} names. */
final class Vectors {
    private Vectors() {}

    /** A test for each case of a file, named after what {@code name} gives. */
    static Stream<DynamicTest> test(String file, Check check) throws IOException {
        List<?> cases = (List<?>) Json.parse(Files.readString(folder().resolve(file + ".json"), StandardCharsets.UTF_8));
        assertTrue(cases.size() > 5, file);
        return cases.stream().map(Case::new).map(one -> DynamicTest.dynamicTest(one.name(), () -> check.run(one)));
    }

    private static Path folder() {
        String named = System.getenv("BANKSIDE_VECTORS");
        return named == null ? Paths.get(System.getProperty("vectors", "../../vectors")) : Paths.get(named);
    }

    interface Check {
        void run(Case vector) throws Exception;
    }

    /** One example. */
    static final class Case {
        final Map<?, ?> fields;

        Case(Object fields) {
            this.fields = (Map<?, ?>) fields;
        }

        String text(String name) {
            return (String) fields.get(name);
        }

        Integer number(String name) {
            Object value = fields.get(name);
            return value == null ? null : Math.toIntExact((Long) value);
        }

        boolean is(String name) {
            return (Boolean) fields.get(name);
        }

        boolean has(String name) {
            return fields.containsKey(name);
        }

        List<?> list(String name) {
            return (List<?>) fields.get(name);
        }

        Case object(String name) {
            return has(name) ? new Case(fields.get(name)) : null;
        }

        String name() {
            String text = has("what") ? text("what") : Json.write(fields);
            return text.substring(0, Math.min(text.length(), 80));
        }
    }
}
