import { join } from 'node:path'

/** Colours and z-indexes must come from tokens, and every file must be in a layer. Returns an error message each. */
export async function checkStyles(root: string): Promise<string[]> {
  const errors: string[] = []
  const sheets = await Promise.all(
    ['app', 'conversations', 'screens'].map((name) => Bun.file(join(root, `web/styles/${name}.css`)).text()),
  )
  for (const file of new Bun.Glob('web/**/*.css').scanSync({ cwd: root })) {
    const text = (await Bun.file(join(root, file)).text()).replace(/\/\*[\s\S]*?\*\//g, '')
    const name = file.split('/').at(-1) ?? ''
    if (!/@layer\b|@import/.test(text)) errors.push(`${file}: belongs to no layer`)
    if (!/^(app|conversations|screens|offline)\.css$/.test(name) && !sheets.some((sheet) => sheet.includes(`/${name}`)))
      errors.push(`${file}: imported by no sheet of web/styles`)
    if (/^(tokens|reset)\.css$/.test(name)) continue
    for (const [index, line] of text.split('\n').entries()) {
      if (/:[^;]*#[0-9a-f]{3,8}\b/i.test(line))
        errors.push(`${file}:${index + 1}: a colour that is no token: ${line.trim()}`)
      if (/:is\(|inset-inline-|border-(start|end)-(start|end)-radius/.test(line))
        errors.push(`${file}:${index + 1}: the bundler repeats it for old browsers, heavier: ${line.trim()}`)
      if (/[+~]\s*:(nth|first|last|only)-/.test(line))
        errors.push(
          `${file}:${index + 1}: every change of any list restyles its rows; name the element: ${line.trim()}`,
        )
      if (/^\s*user-select:/.test(line) && !text.split('\n')[index - 1]?.includes('-webkit-user-select'))
        errors.push(`${file}:${index + 1}: Safari knows it only with -webkit- before it: ${line.trim()}`)
      if (/z-index:\s*-?\d{2,}/.test(line))
        errors.push(`${file}:${index + 1}: a z-index that is no token: ${line.trim()}`)
    }
  }
  return errors
}
