/** For a name within a sentence; capitals after the first letter stay, as in “agente de IA”. */
export const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
