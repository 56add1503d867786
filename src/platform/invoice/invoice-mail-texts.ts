import type { MailLanguage } from '../mail/mail-body'

export type InvoiceMailKind = 'made' | 'due' | 'overdue' | 'paid'

interface Facts {
  product: string
  company: string
  plan: string
  value: string
  due: string
  /** The last paid day. */
  until: string
}

interface InvoiceMailTexts {
  greeting: string
  note(product: string): string
  show: string
  pay: string
  kinds: Record<InvoiceMailKind, (facts: Facts) => { subject: string; text: string }>
}

export const invoiceMailTexts: Record<MailLanguage, InvoiceMailTexts> = {
  pt: {
    greeting: 'Olá!',
    note: (product) => `Enviado ao e-mail da empresa em ${product}. Quem cuida dele pode trocá-lo com o suporte.`,
    show: 'Ver no financeiro',
    pay: 'Pagar a fatura',
    kinds: {
      made: ({ product, company, plan, value, due }) => ({
        subject: `Fatura de ${product}: ${value}, vence em ${due}`,
        text: `A fatura de ${company} está pronta: plano ${plan}, ${value}, com vencimento em ${due}.`,
      }),
      due: ({ product, company, value, due }) => ({
        subject: `A fatura de ${product} vence em ${due}`,
        text: `A fatura de ${company}, de ${value}, vence em ${due}. Depois desse dia a equipe só entra de novo com o pagamento.`,
      }),
      overdue: ({ product, company, value, due }) => ({
        subject: `A fatura de ${product} venceu em ${due}`,
        text: `A fatura de ${company}, de ${value}, venceu em ${due} e ainda não foi paga. Com o pagamento a equipe entra de novo.`,
      }),
      paid: ({ product, company, value, until }) => ({
        subject: `Pagamento recebido: ${product}`,
        text: `Recebemos o pagamento de ${value} de ${company}. A assinatura vale até ${until}.`,
      }),
    },
  },
  en: {
    greeting: 'Hello,',
    note: (product) => `Sent to the company’s email on ${product}. Support can change the address.`,
    show: 'See the invoices',
    pay: 'Pay the invoice',
    kinds: {
      made: ({ product, company, plan, value, due }) => ({
        subject: `Invoice of ${product}: ${value}, due on ${due}`,
        text: `The invoice of ${company} is ready: plan ${plan}, ${value}, due on ${due}.`,
      }),
      due: ({ product, company, value, due }) => ({
        subject: `The invoice of ${product} is due on ${due}`,
        text: `The invoice of ${company} over ${value} is due on ${due}. After that day the team can sign in again once it is paid.`,
      }),
      overdue: ({ product, company, value, due }) => ({
        subject: `The invoice of ${product} was due on ${due}`,
        text: `The invoice of ${company} over ${value} was due on ${due} and has not been paid. The team can sign in again once it is paid.`,
      }),
      paid: ({ product, company, value, until }) => ({
        subject: `Payment received: ${product}`,
        text: `We received the payment of ${value} of ${company}. The subscription lasts until ${until}.`,
      }),
    },
  },
  es: {
    greeting: 'Hola:',
    note: (product) => `Enviado al correo de la empresa en ${product}. El soporte puede cambiarlo.`,
    show: 'Ver las facturas',
    pay: 'Pagar la factura',
    kinds: {
      made: ({ product, company, plan, value, due }) => ({
        subject: `Factura de ${product}: ${value}, vence el ${due}`,
        text: `La factura de ${company} está lista: plan ${plan}, ${value}, con vencimiento el ${due}.`,
      }),
      due: ({ product, company, value, due }) => ({
        subject: `La factura de ${product} vence el ${due}`,
        text: `La factura de ${company}, de ${value}, vence el ${due}. Después de ese día el equipo solo entra de nuevo con el pago.`,
      }),
      overdue: ({ product, company, value, due }) => ({
        subject: `La factura de ${product} venció el ${due}`,
        text: `La factura de ${company}, de ${value}, venció el ${due} y aún no se ha pagado. Con el pago el equipo entra de nuevo.`,
      }),
      paid: ({ product, company, value, until }) => ({
        subject: `Pago recibido: ${product}`,
        text: `Recibimos el pago de ${value} de ${company}. La suscripción vale hasta el ${until}.`,
      }),
    },
  },
}
