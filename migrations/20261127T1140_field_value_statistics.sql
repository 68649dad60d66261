-- Frequencies of the options of each field: the planner would otherwise assume that all fields have the same values.
CREATE STATISTICS task_field_values_keys (mcv) ON field_id, sort_key FROM task_field_values;
