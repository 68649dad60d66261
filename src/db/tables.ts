/** Row types of every table; one entry a table, in the order of the migrations. */
export interface Tables {}
