import * as v from 'valibot'
import type { Platform } from '../../platform/platform'
import { helpRecords } from '../../platform/help/help.record'
import { hostContext } from '../../platform/host-record'
import { fileListRecords } from '../../file-list/file-list.record'
import { uploadFiles } from '../../file-list/upload-files'
import type { CompanyContext } from '../../kernel/company/company-context'
import { type ChatbotInput, ChatbotTree } from '../../queue/chatbot/chatbot.contract'
import { updateQueue } from '../../queue/queue.commands'
import { listQueues } from '../../queue/queue.queries'
import { QuickMessageBody } from '../../quick-message/quick-message.contract'
import { quickMessageRecords } from '../../quick-message/quick-message.record'
import { setQuickMessageFile } from '../../quick-message/quick-message-file'
import { listUsers } from '../../user/user.queries'
import { asAdmin } from './as-admin'
import { quickMessages } from './demo-company'
import { demoFile, type DemoFile } from './demo-files'

export async function addQuickMessages(company: CompanyContext) {
  const ctx = asAdmin(company)
  for (const { shortcode, message, picture } of quickMessages) {
    const { id } = quickMessageRecords.createFrom(ctx, v.parse(QuickMessageBody, { shortcode, message, geral: true }))
    if (picture) await setQuickMessageFile(ctx, id, await fileOf(picture))
  }
}

const lists: readonly { name: string; message: string; files: readonly [caption: string, file: DemoFile][] }[] = [
  {
    name: 'Catálogo de sofás',
    message: '{{firstName}}, estes são os nossos sofás mais pedidos:',
    files: [
      ['Sofá retrátil de 3 lugares', 'sofa'],
      ['Poltrona com pés de madeira', 'poltrona'],
      ['Manual de montagem', 'manual-de-montagem'],
    ],
  },
  {
    name: 'Documentos do financeiro',
    message: 'Seguem os documentos do seu pedido.',
    files: [
      ['Boleto', 'boleto'],
      ['Nota fiscal', 'nota-fiscal'],
    ],
  },
]

export async function addDemoChatbot(ctx: CompanyContext) {
  const ids: number[] = []
  for (const { name, message, files } of lists) {
    const options = files.map(([caption]) => ({ id: null, name: caption }))
    const list = fileListRecords.createFrom(ctx, { name, message, options })
    const chosen = await Promise.all(files.map(([, file]) => fileOf(file)))
    await uploadFiles(ctx, list.id, { files: chosen, id: list.options.map(({ id }) => String(id)), name: [] })
    ids.push(list.id)
  }
  const [, documents = 0] = ids
  const queueId = (name: string) => listQueues(ctx).find((queue) => queue.name === name)?.id ?? 0
  const carla = listUsers(ctx).find(({ name }) => name.startsWith('Carla'))?.id ?? 1
  const chatbots = v.parse(ChatbotTree, financeOptions({ documents, carla, afterSales: queueId('Pós-venda') }))
  updateQueue(ctx, queueId('Financeiro'), {
    greetingMessage: 'Financeiro da Casa Aurora. O que você precisa?',
    chatbots,
  })
}

function financeOptions(ids: { documents: number; carla: number; afterSales: number }): ChatbotInput[] {
  const text = (name: string, greetingMessage: string, more: Partial<ChatbotInput> = {}): ChatbotInput => ({
    name,
    greetingMessage,
    ...more,
  })
  return [
    text('Boletos e notas', 'Certo! É sobre qual documento?', {
      options: [
        text('Segunda via e nota fiscal', 'Um instante…', { queueType: 'file', optFileId: ids.documents }),
        text('Já paguei', 'Mande o comprovante por aqui. Confirmamos em até 1 dia útil.'),
        text('Parcelar a compra', 'A Carla cuida dos parcelamentos e já vai falar com você.', {
          queueType: 'attendent',
          optUserId: ids.carla,
        }),
      ],
    }),
    text('Troca ou estorno', 'Vamos passar você ao pós-venda.', { queueType: 'queue', optQueueId: ids.afterSales }),
    text('Horário do financeiro', 'De segunda a sexta, das 9h às 17h. Até logo!', { closeTicket: true }),
  ]
}

const videos = [
  ['Primeiros passos', 'Conectar um número e responder a primeira mensagem.', 'aqz-KE-bpKQ'],
  ['Filas e chatbot', 'Separar os atendimentos por setor e oferecer opções.', 'eRsGyueVLvQ'],
  ['Respostas rápidas', 'Guardar o que se responde todo dia.', 'R6MlUcmOul8'],
] as const

export function addHelpVideos(platform: Platform) {
  for (const [title, description, video] of videos) {
    helpRecords.createFrom(hostContext(platform), { title, description, video })
  }
}

async function fileOf(name: DemoFile): Promise<File> {
  const file = await demoFile(name, 0)
  return new File([file.bytes], file.name, { type: file.mimeType })
}
