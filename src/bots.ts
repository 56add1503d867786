import { agentBot } from './ai-agent/answer/agent-bot'
import { promptBot } from './ai/prompt/prompt-bot'
import { audioRefusal } from './bot/audio-refusal/audio-refusal'
import type { Bot } from './bot/bot'
import { chatbot } from './bot/chatbot/chatbot'
import { campaignAnswer } from './campaign/answer/campaign-answer'
import { consent } from './bot/consent/consent'
import { openingHours } from './bot/opening-hours/opening-hours'
import { queueMenu } from './bot/queue-menu/queue-menu'
import { rating } from './bot/rating/rating'
import { vacation } from './bot/vacation/vacation'
import { flow, phraseFlow } from './flow/run/flow-bot'
import { integrationBot } from './integration/integration-bot'

/**
 * All bots in the order in which they are asked: refused audio, answer to a campaign, rating, consent, vacation,
 * opening hours, phrase of a flow, running flow or agent, scheduled, welcome and not-phrase flow, integration of the
 * ticket and of its connection, prompt of the connection, queue menu and chatbot.
 */
export const bots: readonly Bot[] = [
  audioRefusal,
  campaignAnswer,
  rating,
  consent,
  vacation,
  openingHours,
  phraseFlow,
  flow,
  agentBot,
  integrationBot,
  promptBot,
  chatbot,
  queueMenu,
]
