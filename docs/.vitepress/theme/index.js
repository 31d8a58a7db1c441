import Theme from 'vitepress/theme-without-fonts';
import '@fontsource-variable/source-sans-3/wght.css';
import '@fontsource-variable/source-sans-3/wght-italic.css';
import '@fontsource-variable/source-serif-4/wght.css';
import '@fontsource-variable/source-code-pro/wght.css';
import './style.css';
import './landing.css';
import Landing from './Landing.vue';
import LandingActions from './LandingActions.vue';
import OutageFigure from './OutageFigure.vue';

export default {
  extends: Theme,
  enhanceApp({app}) {
    app.component('landing', Landing);
    app.component('LandingActions', LandingActions);
    app.component('OutageFigure', OutageFigure);
  }
};
