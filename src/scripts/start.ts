import { installPackages, root, run, runToEnd } from './set-up'

await installPackages()
await run([process.execPath, `${root}/src/scripts/build.ts`], { environment: { NODE_ENV: 'production' } })
// A separate process, because React reads NODE_ENV when it loads, and to release the memory of the build.
process.exit(await runToEnd([process.execPath, `${root}/src/main.ts`], { environment: { NODE_ENV: 'production' } }))
