import { installPackages, root, runToEnd } from './set-up'

/** `bun run dev`: development builds, restarted when a source changes. */
await installPackages()
process.exit(
  await runToEnd([process.execPath, '--watch', `${root}/src/main.ts`], { environment: { NODE_ENV: 'development' } }),
)
