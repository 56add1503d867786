import { writePdf } from '../story/documents'
import { paintScene, type SceneName, sceneNames } from '../story/scenes'
import { hummedVoice } from '../story/sounds'

const documentNames = ['boleto', 'nota-fiscal', 'orçamento', 'manual-de-montagem'] as const
type DocumentName = (typeof documentNames)[number]
export type DemoFile = SceneName | DocumentName | 'voz'

interface FileBytes {
  kind: 'image' | 'voice' | 'document'
  bytes: Uint8Array<ArrayBuffer>
  name: string
  mimeType: string
  seconds?: number
}

const isScene = (file: DemoFile): file is SceneName => sceneNames.some((name) => name === file)
const made = new Map<string, Promise<FileBytes>>()

export function demoFile(file: DemoFile, variant: number): Promise<FileBytes> {
  const variants = isScene(file) ? 5 : 6
  const key = `${file} ${variant % variants}`
  const known = made.get(key) ?? make(file, variant % variants)
  made.set(key, known)
  return known
}

async function make(file: DemoFile, variant: number): Promise<FileBytes> {
  if (file === 'voz') {
    const seconds = 3 + variant * 2
    const bytes = hummedVoice(seconds, variant + 1)
    return { kind: 'voice', bytes, name: 'voz.mp3', mimeType: 'audio/mpeg', seconds }
  }
  if (isScene(file)) {
    return { kind: 'image', bytes: await paintScene(file, variant), name: `${file}.jpg`, mimeType: 'image/jpeg' }
  }
  const order = 10_400 + variant * 37
  const { heading, lines } = papers[file](order, 890 + variant * 310)
  const bytes = writePdf(heading, lines)
  return { kind: 'document', bytes, name: `${file}-${order}.pdf`, mimeType: 'application/pdf' }
}

type Paper = (order: number, price: number) => { heading: string; lines: string[] }

const papers: Record<DocumentName, Paper> = {
  boleto: (order, price) => ({
    heading: 'Casa Aurora Móveis: boleto (2ª via)',
    lines: [
      `Pedido nº ${order}`,
      `Valor: R$ ${price},90`,
      'Vencimento: em 3 dias úteis',
      'Linha digitável: 23790.00009 00000.000000 00000.000000 1 00000000000000',
      'Pagável em qualquer banco até o vencimento.',
    ],
  }),
  'nota-fiscal': (order, price) => ({
    heading: `Nota fiscal do pedido ${order}`,
    lines: [
      'Casa Aurora Móveis Ltda.',
      'Natureza: venda de mercadoria',
      `Total: R$ ${price},90`,
      'Frete por conta da loja',
    ],
  }),
  orçamento: (order, price) => ({
    heading: `Orçamento nº ${order}`,
    lines: [
      'Sofá retrátil de 3 lugares, tecido impermeável',
      `À vista: R$ ${price},90`,
      `Em 10 vezes sem juros: R$ ${(price / 10).toFixed(2).replace('.', ',')}`,
      'Validade: 7 dias',
    ],
  }),
  'manual-de-montagem': () => ({
    heading: 'Manual de montagem',
    lines: [
      '1. Confira as peças e as ferragens.',
      '2. Monte as laterais.',
      '3. Encaixe as prateleiras.',
      '4. Fixe na parede.',
    ],
  }),
}
