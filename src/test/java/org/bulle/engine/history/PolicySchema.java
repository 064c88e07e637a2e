package org.bulle.engine.history;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The schema that ships with the product, asked by a validator that is not ours. */
public final class PolicySchema {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private PolicySchema() {}

    /** What is wrong with {@code json}; empty when it is valid. */
    public static List<String> violations(JsonNode json) throws Exception {
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(text());
        return schema.validate(json).stream().map(Object::toString).toList();
    }

    /** What is wrong with the schema itself. */
    public static List<String> faults() throws Exception {
        Schema dialect = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
        return dialect.validate(text()).stream().map(Object::toString).toList();
    }

    private static JsonNode text() throws Exception {
        try (InputStream in = PolicySchema.class.getResourceAsStream(PolicyJson.SCHEMA)) {
            return MAPPER.readTree(Objects.requireNonNull(in));
        }
    }
}
