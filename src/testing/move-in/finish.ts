/** Runs a program to its end and returns what it prints. @throws Error with what it complains about */
export async function finish(command: string[], input?: string): Promise<string> {
  const child = Bun.spawn(command, {
    stdin: input === undefined ? 'ignore' : Buffer.from(input),
    stdout: 'pipe',
    stderr: 'pipe',
    cwd: '/tmp',
  })
  const [text, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (code !== 0) throw new Error(`${command.join(' ').slice(0, 200)}: ${errors.slice(0, 2000)}`)
  return text
}
