import { audioRefusal } from './audio-refusal/audio-refusal'
import type { Bot } from './bot'
import { consent } from './consent/consent'
import { openingHours } from './opening-hours/opening-hours'
import { queueMenu } from './queue-menu/queue-menu'
import { rating } from './rating/rating'
import { vacation } from './vacation/vacation'

/** All bots, in the order in which they are asked. */
export const bots: readonly Bot[] = [audioRefusal, vacation, rating, consent, openingHours, queueMenu]
