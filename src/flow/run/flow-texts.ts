import type { CompanyContext } from '../../kernel/company/company-context'
import { automaticMessagesMax } from '../../message/send/automatic-limit.contract'

interface FlowTexts {
  flowLoop: string
  automaticLimit: string
  unanswered: string
}

const texts: Record<'pt' | 'en' | 'es', FlowTexts> = {
  pt: {
    flowLoop:
      'O fluxo “{flow}” foi encerrado porque se repetia sem perguntar nada ao contato. As mensagens que ainda não tinham saído foram retiradas.',
    automaticLimit:
      'O fluxo “{flow}” foi encerrado porque enviou {limit} mensagens seguidas sem perguntar nada ao contato.',
    unanswered: 'O contato não deu uma resposta que o fluxo “{flow}” aceitasse. O atendimento aguarda um atendente.',
  },
  en: {
    flowLoop:
      'The flow “{flow}” was stopped because it kept looping without asking the contact anything. Messages that had not been sent yet were withdrawn.',
    automaticLimit:
      'The flow “{flow}” was stopped because it sent {limit} messages in a row without asking the contact anything.',
    unanswered: 'The contact gave no answer that the flow “{flow}” accepts. The conversation is waiting for an agent.',
  },
  es: {
    flowLoop:
      'El flujo “{flow}” se detuvo porque se repetía sin preguntar nada al contacto. Los mensajes que aún no habían salido se retiraron.',
    automaticLimit:
      'El flujo “{flow}” se detuvo porque envió {limit} mensajes seguidos sin preguntar nada al contacto.',
    unanswered: 'El contacto no dio una respuesta que el flujo “{flow}” acepte. La conversación espera a un agente.',
  },
}

export function flowNote({ company }: CompanyContext, which: keyof FlowTexts, flowName: string): string {
  const text = texts[company.services.about(company.id).language][which]
  return text.replace('{limit}', String(automaticMessagesMax)).replace('{flow}', () => flowName)
}
