/**
 * Which role may do what. Every route names one permission of this table (or is public); start-up fails for a route
 * without one. A cashier never reaches secrets, an auditor never changes anything.
 */
export const roles = ['admin', 'cashier', 'auditor'] as const
export type Role = (typeof roles)[number]

const table = <const Permission extends string>(permissions: Record<Permission, readonly Role[]>) => permissions

export const permissions = table({
  'self.manage': ['admin', 'cashier', 'auditor'],
  'order.read': ['admin', 'cashier', 'auditor'],
  'order.edit': ['admin', 'cashier'],
  'order.track': ['admin', 'cashier'],
  'order.restore': ['admin'],
  'crm.decide': ['admin'],
  'receipt.read': ['admin', 'cashier', 'auditor'],
  'receipt.create': ['admin', 'cashier'],
  'receipt.cancel': ['admin', 'cashier'],
  'receipt.settle': ['admin', 'cashier'],
  'money.read': ['admin', 'cashier', 'auditor'],
  'money.import': ['admin', 'cashier'],
  'money.settle': ['admin', 'cashier'],
  'register.read': ['admin', 'cashier', 'auditor'],
  'register.write': ['admin'],
  'event.read': ['admin', 'cashier', 'auditor'],
  'user.read': ['admin', 'auditor'],
  'user.write': ['admin'],
  'audit.read': ['admin', 'auditor'],
})

export type Permission = keyof typeof permissions

export const may = (role: Role, permission: Permission): boolean => permissions[permission].includes(role)
