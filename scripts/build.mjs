// Builds the server and the package of the data format, which it uses: npm run build. Types are checked by npm run types.
import { compile } from './prepare.mjs'

process.exitCode = await compile()
