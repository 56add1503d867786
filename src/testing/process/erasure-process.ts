/** Erases contacts in a separate process, which the test kills. Prints `up` before it begins. Configured by the environment. */
import { writeSync } from 'node:fs'
import { compose } from '../../compose'
import { jobHandlers } from '../../domains'
import { readConfig } from '../../kernel/config/config'
import { runDueJobs } from '../../kernel/job/run-job'

// The test has the same folder open, to inspect the remains.
const lock = { isHandOver: () => false, isHeld: () => true, release() {} }
const platform = compose({ config: readConfig(), lock })
platform.files.use(1)
writeSync(1, 'up\n')
await runDueJobs(platform.files, 1, jobHandlers, platform.log, 100)
process.exit(0)
