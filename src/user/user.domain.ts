import { Elysia } from 'elysia'
import type { Domain } from '../platform/domain'
import { mailPasswordLinkJob } from './password-link/forgot-password'
import { sessionRoutes } from './session/session.routes'
import { signUpRoutes } from './sign-up/sign-up.routes'
import { userLive } from './user.live'
import { userReactions } from './user.reactions'
import { userRoutes } from './user.routes'

export const userDomain: Domain = {
  name: 'user',
  routes: ({ guard, platform, tokens, isOnline }) =>
    new Elysia({ name: 'user' })
      .use(sessionRoutes(platform, tokens))
      .use(signUpRoutes(platform))
      .use(userRoutes(guard, platform, isOnline)),
  jobs: { 'user.mailPasswordLink': mailPasswordLinkJob },
  reactions: userReactions,
  presenters: [userLive],
  mediaGuards: { user: () => true },
}
