/** Words of menus, by the language of the company. */
export const menuWords = {
  pt: { back: 'Voltar ao início', leave: 'Encerrar atendimento' },
  en: { back: 'Back to the start', leave: 'End the conversation' },
  es: { back: 'Volver al inicio', leave: 'Finalizar la conversación' },
} as const

interface MenuText {
  intro: string
  /** Numbered from 1. */
  names: readonly string[]
  /** Absent on the first level. */
  back?: string | undefined
  leave: string
}

/**
 * Returns a menu as a numbered text, which every channel supports. Buttons and lists (chatBotType) are not implemented by any
 * channel.
 */
export function menuText({ intro, names, back, leave }: MenuText): string {
  const numbered = names.map((name, index) => `*[ ${index + 1} ]* - ${name}`)
  const controls = [...(back === undefined ? [] : [`*[ # ]* - ${back}`]), `*[ Sair ]* - ${leave}`]
  return [intro.trim(), numbered.join('\n'), controls.join('\n')].filter((part) => part !== '').join('\n\n')
}
