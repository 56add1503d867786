import type { Option } from '../../../web/ui/select/option'

export interface GalleryContact {
  id: number
  name: string
  number: string
  queue: string
  status: 'success' | 'warning' | 'danger'
  tickets: number
  seenAt: number
}

export const galleryNow = Date.UTC(2026, 10, 20, 17, 42)

const names = [
  'Dona Maria Aparecida dos Santos de Oliveira Albuquerque e Silva',
  'João Pedro',
  '🌻 Flor & Cia',
  'محمد عبد الله',
  '+55 11 98888-7777',
  'Ana',
  'Empresa de Transportes Rodoviários São José do Rio Preto Ltda.',
  'Zé',
]

export const contacts: GalleryContact[] = Array.from({ length: 24 }, (_, index) => ({
  id: index + 1,
  name: names[index % names.length] ?? '',
  number: `55119${String(80_000_000 + index * 7919).slice(0, 8)}`,
  queue: ['Vendas', 'Suporte técnico', 'Financeiro'][index % 3] ?? '',
  status: (['success', 'warning', 'danger'] as const)[index % 3] ?? 'success',
  tickets: (index * 37) % 1200,
  seenAt: galleryNow - index ** 3 * 61_000,
}))

export const queues: Option<number>[] = [
  { value: 1, label: 'Vendas', color: '#30A46C' },
  { value: 2, label: 'Suporte técnico', color: '#0090FF', description: 'Segunda a sexta, 8h às 18h' },
  { value: 3, label: 'Financeiro', color: '#FFB224' },
  { value: 4, label: 'Ouvidoria', color: '#E93D82', disabled: true },
]

export const tags: Option<number>[] = [
  { value: 1, label: 'VIP', color: '#FFB224' },
  { value: 2, label: 'Inadimplente', color: '#E5484D' },
  { value: 3, label: 'Primeira compra', color: '#12A594' },
  { value: 4, label: 'Aguardando documento', color: '#0D1B4C' },
  { value: 5, label: 'Revenda', color: '#E8F5E9' },
]

/** Answers like a server, after a delay; "falha" fails. */
export async function searchContacts(query: string, signal: AbortSignal): Promise<Option<number>[]> {
  await new Promise((resolve) => setTimeout(resolve, 300))
  signal.throwIfAborted()
  if (query === 'falha') throw new Error('no answer')
  return contacts
    .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))
    .map(({ id, name, number }) => ({ value: id, label: name, description: number }))
}
