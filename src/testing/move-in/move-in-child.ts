import { compose, shutdown } from '../../compose'
import { readConfig } from '../../kernel/config/config'
import { moveIn } from '../../move-in/write/move-in'

/** Moves in once, unless it is killed. Writes `ready` before, and what became of the companies. */
const [dataDir = '', scratch = '', media = ''] = process.argv.slice(2)
const platform = compose({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }) })
process.stdout.write('ready\n')
const { companies } = await moveIn(platform, { scratch, media })
process.stdout.write(`${companies.map(({ error }) => error || 'done').join(',')}\n`)
await shutdown(platform)
