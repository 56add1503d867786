import { join } from 'node:path'
import { installPackages, root, run } from './set-up'

/**
 * `bun run demo`: sample data, a simulated WhatsApp and Meta, and a phone page to play the contacts. With `--busy`, they write every few
 * seconds. Nothing leaves this machine; delete `data/demo` to start over. See PORT, PHONE_PORT and DATA_DIR.
 */
await installPackages()
await run([process.execPath, `${root}/src/scripts/build.ts`], { environment: { NODE_ENV: 'production' } })
const { startDemo } = await import('../demo/start-demo')
const { demoPassword, staff, superUser } = await import('../demo/company/demo-company')

const demo = await startDemo({
  dataDir: process.env.DATA_DIR || join(root, 'data', 'demo'),
  port: Number(process.env.PORT || 3000),
  phonePort: Number(process.env.PHONE_PORT || Number(process.env.PORT || 3000) + 1),
  busy: process.argv.includes('--busy'),
  logLevel: process.env.LOG_LEVEL,
  onStep: (words) => console.log(words),
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
console.log(`
  Recado         ${demo.url}/tickets
  Celular        ${demo.phoneUrl}

  Entre como     ${staff.map(({ email, profile }) => `${email}${profile === 'admin' ? ' (admin)' : ''}`).join(', ')}
                 ou ${superUser.email} (dona da hospedagem)
  Senha          ${demoPassword}

  Cobranças      lia@paodemel.test e rita@flordelis.test têm faturas a pagar; o banco simulado está na página do celular

  Escreva pelo celular e responda no Recado. Ctrl+C encerra.
`)

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
const code = await demo.product.exited
if (!isStopping) await stop(code || 1)

async function stop(exitCode: number) {
  if (isStopping) return
  isStopping = true
  await demo.stop()
  process.exit(exitCode)
}
