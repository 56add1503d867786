import { installPackages, root, run, runToEnd } from './set-up'

/** `npm start`: installs what is missing, builds what changed, runs the product. */
await installPackages()
await run([process.execPath, `${root}/src/scripts/build.ts`], { environment: { NODE_ENV: 'production' } })
// A process of its own: React reads NODE_ENV as it loads, and the set-up's memory is given back.
process.exit(await runToEnd([process.execPath, `${root}/src/main.ts`], { environment: { NODE_ENV: 'production' } }))
