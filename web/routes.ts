import { lazyLoader, route, type RouteDefinition } from './page/page-definition'
import { screenRoute } from './page/screen'
import { screens } from './screens'

export const routes: readonly RouteDefinition[] = [
  route({
    path: '/login',
    audience: 'public',
    page: () => import('./sign-in/login-page'),
    texts: ['security'],
    load: lazyLoader(async () => (await import('./sign-in/sign-in-loaders')).loadLogin),
  }),
  route({
    path: '/forgot-password',
    audience: 'public',
    page: () => import('./sign-in/forgot-password-page'),
    texts: ['signIn'],
  }),
  route({
    path: '/signup',
    audience: 'public',
    page: () => import('./sign-in/signup-page'),
    texts: ['signIn'],
    load: lazyLoader(async () => (await import('./sign-in/sign-in-loaders')).loadSignUp),
  }),
  route({
    path: '/invite/:token',
    audience: 'anyone',
    isSecret: true,
    page: () => import('./sign-in/password-link-page'),
    texts: ['signIn', 'security'],
    load: lazyLoader(async () => (await import('./sign-in/sign-in-loaders')).loadPasswordLink),
  }),
  route({
    path: '/mail-choice/:token',
    audience: 'anyone',
    isSecret: true,
    page: () => import('./sign-in/mail-choice-page'),
    texts: ['signIn'],
    load: lazyLoader(async () => (await import('./sign-in/mail-choice-page')).load),
  }),
  route({
    path: '/two-factor',
    audience: 'anyone',
    page: () => import('./sign-in/set-up-page'),
    texts: ['security'],
  }),
  ...Object.values(screens).map(screenRoute),
]
