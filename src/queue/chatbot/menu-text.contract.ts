export const menuWords = {
  pt: { back: 'Voltar ao início', leave: 'Encerrar atendimento' },
  en: { back: 'Back to the start', leave: 'End the conversation' },
  es: { back: 'Volver al inicio', leave: 'Finalizar la conversación' },
} as const

export interface MenuText {
  intro: string
  names: readonly string[]
  back?: string | undefined
  leave: string
}

export function menuText({ intro, names, back, leave }: MenuText): string {
  const numbered = names.map((name, index) => `*[ ${index + 1} ]* - ${name}`)
  return joined(intro.trim(), numbered.join('\n'), controlsOf(back, leave))
}

export function menuControls({ intro, back, leave }: Omit<MenuText, 'names'>): string {
  return joined(intro.trim(), controlsOf(back, leave))
}

const controlsOf = (back: string | undefined, leave: string) =>
  [...(back === undefined ? [] : [`*[ # ]* - ${back}`]), `*[ Sair ]* - ${leave}`].join('\n')

const joined = (...parts: string[]) => parts.filter((part) => part !== '').join('\n\n')
