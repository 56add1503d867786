import type { finance as source } from '../pt/finance'

export const finance: typeof source = {
  title: 'Facturas',
  searchPlaceholder: 'Buscar por los detalles',
  nothingFound: 'Ninguna factura encontrada',
  emptyTitle: 'Ninguna factura',
  emptyText: 'La factura de cada período aparece aquí 20 días antes del vencimiento.',
  emptyNever: 'La empresa de la propia plataforma no vence y no recibe facturas.',
  summary: 'Suscripción',
  plan: 'Plan',
  price: 'Valor',
  dueDate: 'Vencimiento',
  never: 'No vence',
  recurrences: {
    MENSAL: 'Cobro mensual',
    BIMESTRAL: 'Cobro bimestral',
    TRIMESTRAL: 'Cobro trimestral',
    SEMESTRAL: 'Cobro semestral',
    ANUAL: 'Cobro anual',
  },
  states: {
    expired: 'Vencida',
    today: 'Vence hoy',
    daysLeft: (days) => (days === 1 ? 'Vence en 1 día' : `Vence en ${days} días`),
    switchedOff: 'Suspendida',
  },
  supportTitle: 'Para pagar o renovar',
  supportText: (name) => `Habla con Soporte (${name}). La suscripción se renueva en cuanto se confirme el pago.`,
  supportTextWithCode: (name) => `Después del Pix, Soporte (${name}) confirma el pago y la suscripción se renueva.`,
  supportTextWithPix: (name) =>
    `La renovación es automática después del Pix. Si tienes dudas, habla con Soporte (${name}).`,
  columns: {
    detail: 'Detalles',
    users: 'Usuarios',
    connections: 'Conexiones',
    dueDate: 'Vencimiento',
    value: 'Valor',
    action: 'Acción',
  },
  pay: {
    button: 'PAGAR',
    title: '¡Falta poco!',
    text: (name: string) =>
      `Acuerda el pago con Soporte (${name}). La suscripción se renueva en cuanto se confirme el pago.`,
    message: (company: string, detail: string, dueDate: string, value: string) =>
      `¡Hola! Quiero pagar la factura de ${company}: ${detail}, vencimiento ${dueDate}, ${value}.`,
  },
  unclear: {
    title: 'Pagos por revisar',
    text: 'Importes recibidos que no saldaron una factura. Devuélvelos o acuérdalo con la empresa.',
    partial: (received, value) => `Recibido ${received} de ${value}`,
    overpaid: (value) => `Recibido ${value} por una factura ya pagada`,
    unclaimed: (received: string) => `Se recibió ${received} después de eliminar la empresa`,
    done: 'Revisado',
    noted: 'Pago revisado',
  },
  host: {
    setUp: 'Configurar pagos',
    charge: (detail, value, txid) => `Pix generado: ${detail}, ${value} · ${txid}`,
    received: (value) => `Solo se recibió ${value}`,
    confirmPlan: (detail) => `El plan pasa a ser ${detail}.`,
    company: 'Empresa',
    searchPlaceholder: 'Buscar por empresa o plan',
    emptyTitle: 'Ninguna factura pendiente',
    emptyText:
      'Las facturas de las empresas aparecen aquí 20 días antes del vencimiento, hasta que se confirme el pago.',
    confirm: 'Confirmar pago',
    confirmTitle: (company: string) => `¿Confirmar el pago de ${company}?`,
    confirmText: (value: string, dueDate: string) =>
      `Factura de ${value} con vencimiento el ${dueDate}. La suscripción se renueva por un período más y la empresa recupera el acceso al instante. Esta acción no se puede deshacer.`,
    confirmed: (company: string) => `Pago de ${company} confirmado`,
  },
  status: { open: 'Abierta', overdue: 'Vencida', paid: 'PAGADO', canceled: 'Cancelada' },
}
