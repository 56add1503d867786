/** Comments, strings and regular expressions, which are no code. */
export const textPattern =
  /\/\/[^\n]*|\/\*[^]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[=(,:&|!?[]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/[a-z]*/g

/** The code with its texts blank, so that places are the same. */
export const codeOf = (text: string) => text.replace(textPattern, (part) => part.replace(/[^\n]/g, '_'))

/** Returns the place behind the bracket that belongs to the one at `open`. */
export function endOfBracket(code: string, open: number): number {
  let depth = 0
  let end = open
  do {
    if (/[([{]/.test(code[end] ?? '')) depth++
    if (/[)\]}]/.test(code[end] ?? '')) depth--
    end++
  } while (depth > 0 && end < code.length)
  return end
}
