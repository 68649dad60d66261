/** Returns the fields that differ from the stored ones, so that a form does not overwrite what others changed. */
export const pickChanges = <Row extends object>(next: Partial<Row>, stored: Row): Partial<Row> =>
  Object.fromEntries(
    Object.entries(next).filter(([name, value]) => value !== stored[name as keyof Row]),
  ) as Partial<Row>
