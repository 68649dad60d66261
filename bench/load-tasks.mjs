// Loads work items of a JSONL file through the API of a running server; see load-tasks.ts.
import { startCompiled } from './start.mjs'

await startCompiled('load-tasks')
