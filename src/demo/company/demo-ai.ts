import { existsSync } from 'node:fs'
import * as v from 'valibot'
import { promptRecords } from '../../ai/prompt/prompt.record'
import { PromptBody } from '../../ai/prompt/prompt.contract'
import type { CompanyContext } from '../../kernel/company/company-context'
import { startOpenAi } from '../../testing/services/openai/start-openai'
import { demoAgentModel, isAgentChat } from './demo-agent-model'
import { demoModel } from './demo-model'

export type DemoAi = Awaited<ReturnType<typeof startDemoAi>>

/** The demo's provider accepts any key. */
export const demoAiKey = 'sk-demo'

/** Starts the demo's AI provider on loopback. The company's own provider names its address, so the port in the file is used again. */
export async function startDemoAi(portFile: string) {
  const port = existsSync(portFile) ? Number(await Bun.file(portFile).text()) : 0
  const provider = await startAt(port).catch(() => startAt(0))
  await Bun.write(portFile, new URL(provider.url).port)
  return {
    url: provider.url,
    environment: { OPENAI_API_URL: provider.url },
    address: provider.address,
    stop: () => provider.stop(),
  }
}

function startAt(port: number) {
  return startOpenAi({
    port,
    keys: 'any',
    models: ['gpt-4.1-mini', 'whisper-1'],
    model: (chat) => (isAgentChat(chat) ? demoAgentModel(chat) : demoModel(chat)),
    transcribe: ({ bytes }) => spoken[bytes.length % spoken.length] ?? '',
  })
}

const spoken = [
  'Oi, tudo bem? Queria saber se vocês abrem no sábado.',
  'Boa tarde! Quanto tempo demora a entrega do sofá?',
  'Oi! A mesa chegou com um arranhão, o que eu faço?',
]

export const demoAssistant = {
  name: 'Assistente da loja',
  prompt: `Você é a assistente virtual da Casa Aurora Móveis, em Campinas. Responda com simpatia, em uma ou duas frases.

Abrimos de segunda a sábado, das 9h às 18h, e não abrimos aos domingos.
O endereço é Rua das Acácias, 120, no Cambuí.
A entrega leva até 5 dias úteis em Campinas e até 12 dias úteis em outras cidades.
O pagamento pode ser por Pix com 5% de desconto, boleto, ou cartão em até 10 vezes sem juros.
A troca por defeito é gratuita em até 90 dias; peça uma foto do produto.
Sofás custam a partir de R$ 1.890 e mesas de jantar a partir de R$ 1.250.`,
  maxTokens: 300,
  temperature: 0.4,
  assistsTeam: true,
}

export function addDemoPrompt(ctx: CompanyContext, queueId: number) {
  promptRecords.createFrom(ctx, v.parse(PromptBody, { ...demoAssistant, apiKey: demoAiKey, queueId }))
}
