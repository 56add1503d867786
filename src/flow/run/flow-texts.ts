import type { CompanyContext } from '../../kernel/company/company-context'

interface FlowTexts {
  loop: string
  unanswered: string
}

const texts: Record<'pt' | 'en' | 'es', FlowTexts> = {
  pt: {
    loop: 'O fluxo “{flow}” foi encerrado porque se repetia sem perguntar nada ao contato.',
    unanswered: 'O contato não escolheu uma opção do fluxo “{flow}”. O atendimento aguarda um atendente.',
  },
  en: {
    loop: 'The flow “{flow}” was stopped because it kept looping without asking the contact anything.',
    unanswered: 'The contact did not choose an option of the flow “{flow}”. The conversation is waiting for an agent.',
  },
  es: {
    loop: 'El flujo “{flow}” se detuvo porque se repetía sin preguntar nada al contacto.',
    unanswered: 'El contacto no eligió una opción del flujo “{flow}”. La conversación espera a un agente.',
  },
}

export function flowNote({ company }: CompanyContext, which: keyof FlowTexts, flowName: string): string {
  return texts[company.services.about(company.id).language][which].replace('{flow}', () => flowName)
}
