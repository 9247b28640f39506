import classes from './Skeleton.module.css'

/** The place of something that is being loaded. */
export const Skeleton = ({ height }: { height: number }) => <div className={classes.skeleton} style={{ height }} />
