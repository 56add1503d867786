import { compose } from '../../compose'
import { installRestored } from '../../host/restore/install-restored'
import { readConfig } from '../../kernel/config/config'

/** Restores company 1 from the two folders in turns, until it is killed. Writes a line after each. */
const [dataDir = '', ...folders] = process.argv.slice(2)
const platform = compose({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }) })
process.stdout.write('ready\n')
for (let round = 0; ; round++) {
  const folder = folders[round % folders.length] ?? ''
  await installRestored(platform, { companyId: 1, folder, mode: 'replace', stateOf: null })
  process.stdout.write(`${round}\n`)
}
