import { pgTypes } from './types.ts'

export type RowParser = (texts: (string | null)[]) => object

export interface RowColumn {
  name: string
  dataTypeID: number
}

/** Parsers by column list. The lists come from our statements, so there are few. */
const parsersByColumns = new Map<string, RowParser>()

/** Compiles an object literal: `pg` sets properties one by one, which V8 stores as a slow hash table. */
export function getRowParser(columns: readonly RowColumn[]): RowParser {
  const key = columns.map(({ name, dataTypeID }) => `${dataTypeID} ${name}`).join()
  let parser = parsersByColumns.get(key)
  if (!parser) {
    const parsers = columns.map(({ dataTypeID }) => pgTypes.getTypeParser(dataTypeID))
    const literal = columns.map(
      ({ name }, i) => `${JSON.stringify(name)}: texts[${i}] === null ? null : parsers[${i}](texts[${i}])`,
    )
    const compile = new Function('parsers', `return (texts) => ({${literal.join(', ')}})`) as (
      parsers: unknown[],
    ) => RowParser
    parser = compile(parsers)
    parsersByColumns.set(key, parser)
  }
  return parser
}
