import { recadoCommand } from './product-command'

/** `recado …` as somebody at a terminal, without one. */
export async function runCommand(dataDir: string, args: readonly string[], environment: Record<string, string> = {}) {
  const child = Bun.spawn(recadoCommand(args), {
    env: { ...process.env, DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [code, output, errors] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { code, output, errors }
}
