import type { CompanyContext } from '../kernel/company-context'

/** Notes for colleagues on the ticket. */
interface FlowTexts {
  loop: string
  unanswered: string
}

const texts: Record<'pt' | 'en' | 'es', FlowTexts> = {
  pt: {
    loop: 'O fluxo “{flow}” foi encerrado: ele dá voltas sem perguntar nada ao contato.',
    unanswered: 'O contato não escolheu uma opção do fluxo “{flow}”. O atendimento aguarda uma pessoa.',
  },
  en: {
    loop: 'The flow “{flow}” was ended: it goes round in circles without asking the contact anything.',
    unanswered: 'The contact did not choose an option of the flow “{flow}”. The ticket waits for a person.',
  },
  es: {
    loop: 'El flujo “{flow}” se terminó: da vueltas sin preguntar nada al contacto.',
    unanswered: 'El contacto no eligió una opción del flujo “{flow}”. El ticket espera a una persona.',
  },
}

export function flowNote({ company }: CompanyContext, which: keyof FlowTexts, flowName: string): string {
  return texts[company.services.about(company.id).language][which].replace('{flow}', () => flowName)
}
