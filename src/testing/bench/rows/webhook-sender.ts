/** A thread that sends signed webhooks at a steady rate, so that their sending does not delay who answers them. */

export interface SignedWebhook {
  body: Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

export interface WebhooksToSend {
  url: string
  requests: SignedWebhook[]
  perSecond: number
}

export interface SentWebhooks {
  seconds: number
  answersMs: number[]
  statuses: number[]
}

declare const self: Worker

self.onmessage = async ({ data: { url, requests, perSecond } }: MessageEvent<WebhooksToSend>) => {
  const startedMs = performance.now()
  const sent = requests.map(async (request, index) => {
    await Bun.sleep((index * 1000) / perSecond)
    const at = performance.now()
    const response = await fetch(url, { method: 'POST', ...request })
    await response.arrayBuffer()
    return { answerMs: performance.now() - at, status: response.status }
  })
  const answers = await Promise.all(sent)
  self.postMessage({
    seconds: (performance.now() - startedMs) / 1000,
    answersMs: answers.map(({ answerMs }) => answerMs),
    statuses: answers.map(({ status }) => status),
  } satisfies SentWebhooks)
}
