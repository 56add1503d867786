import type { CompanyContext } from '../kernel/company/company-context'
import { automaticMessagesMax } from '../message/message.contract'
import { menuWords } from '../queue/chatbot/menu-text.contract'

interface MenuWords {
  back: string
  leave: string
}

interface BotTexts extends MenuWords {
  audioRefused: string
  consentQuestion: string
  invalidOption: string
  loopStopped: string
  limitReached: string
  handedOver: string
  /** 20 characters at most. */
  openMenu: string
}

const texts: Record<'pt' | 'en' | 'es', BotTexts> = {
  pt: {
    ...menuWords.pt,
    audioRefused:
      'Infelizmente não conseguimos escutar nem enviar áudios por este canal de atendimento. Por favor, envie uma mensagem de *texto*.',
    consentQuestion: 'Estou ciente sobre o tratamento dos meus dados pessoais.\n\n*[ 1 ]* - Sim\n*[ 2 ]* - Não',
    invalidOption: 'Opção inválida. Por favor, escolha uma opção válida.',
    loopStopped:
      'As respostas automáticas foram pausadas neste atendimento: as mensagens do contato parecem vir de outro robô.',
    limitReached: `O contato já recebeu ${automaticMessagesMax} mensagens automáticas seguidas sem escrever. As demais não foram enviadas.`,
    handedOver: 'Transferido pela inteligência artificial:',
    openMenu: 'Ver opções',
  },
  en: {
    ...menuWords.en,
    audioRefused:
      'Unfortunately, we cannot listen to or send audio messages on this channel. Please send a *text* message.',
    consentQuestion: 'I am aware of how my personal data is processed.\n\n*[ 1 ]* - Yes\n*[ 2 ]* - No',
    invalidOption: 'Invalid option. Please choose a valid one.',
    loopStopped:
      'Automatic replies were paused in this conversation: the contact’s messages seem to come from another bot.',
    limitReached: `The contact has received ${automaticMessagesMax} automatic messages in a row without replying. The others were not sent.`,
    handedOver: 'Handed over by the AI:',
    openMenu: 'See options',
  },
  es: {
    ...menuWords.es,
    audioRefused:
      'Lamentablemente no podemos escuchar ni enviar audios por este canal de atención. Por favor, envía un mensaje de *texto*.',
    consentQuestion: 'Estoy al tanto del tratamiento de mis datos personales.\n\n*[ 1 ]* - Sí\n*[ 2 ]* - No',
    invalidOption: 'Opción no válida. Por favor, elige una opción válida.',
    loopStopped:
      'Las respuestas automáticas se pausaron en esta conversación: los mensajes del contacto parecen venir de otro bot.',
    limitReached: `El contacto ya recibió ${automaticMessagesMax} mensajes automáticos seguidos sin escribir. Los demás no se enviaron.`,
    handedOver: 'Transferido por la inteligencia artificial:',
    openMenu: 'Ver opciones',
  },
}

/** The contact's language is unknown. */
export function botTexts({ company }: CompanyContext): BotTexts {
  return texts[company.services.about(company.id).language]
}
