import { installPackages, root, runToEnd } from './set-up'

/** `bun run dev`: the product with development builds, started anew when a source changes. */
await installPackages()
process.exit(
  await runToEnd([process.execPath, '--watch', `${root}/src/main.ts`], { environment: { NODE_ENV: 'development' } }),
)
